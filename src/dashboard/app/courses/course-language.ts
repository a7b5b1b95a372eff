import { createContext, useContext } from 'react'

/** The language of the course that a page shows, as a BCP 47 tag. */
const CourseLanguageContext = createContext<string | undefined>(undefined)

/** Tells the components of a page in which language the course is: `<CourseLanguage value={course.language}>`. */
export const CourseLanguage = CourseLanguageContext.Provider

/** Returns the attribute `lang` for the text of the course, which screen readers read in this language. */
export const useCourseLanguage = () => useContext(CourseLanguageContext)
