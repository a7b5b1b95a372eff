import { createContext, useContext } from 'react'

/** The language of the course that a page shows, as a BCP 47 tag. */
const CourseLanguageContext = createContext<string | undefined>(undefined)

/**
 * Passes the language of the course to all components of a page: `<CourseLanguageProvider value={course.language}>`.
 */
export const CourseLanguageProvider = CourseLanguageContext.Provider

/**
 * Returns the value of the `lang` attribute for the text of the course. Screen readers read the text in this language.
 */
export const useCourseLanguage = () => useContext(CourseLanguageContext)
