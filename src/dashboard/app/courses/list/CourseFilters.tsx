import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input, Label, SearchField } from 'react-aria-components/SearchField'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import field from '../../ui/TextField.module.css'
import style from './List.module.css'
import type { CourseFiltersInUrl, CourseStatusFilter } from './use-course-filters.ts'

const statusOptions: readonly SelectOption<CourseStatusFilter>[] = [
  { value: 'all', label: 'Active' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Drafts' },
  { value: 'archived', label: 'Archived' },
]
const debounceMs = 250

/**
 * Shows the search field and the status filter of the course list. The search starts a moment after the user stops
 * typing.
 */
export function CourseFilters({ filters: { search, status, setFilters } }: { filters: CourseFiltersInUrl }) {
  const [text, setText] = useState(search)
  const latestSetFilters = useRef(setFilters)
  latestSetFilters.current = setFilters
  // When the back button or a link changes the search in the URL, the field shows the new search.
  // The URL contains the trimmed search. The field keeps a typed space, because the user may type another word.
  useEffect(() => setText((typed) => (typed.trim() === search ? typed : search)), [search])
  useEffect(() => {
    if (text.trim() === search) return
    const timer = setTimeout(() => latestSetFilters.current({ search: text.trim() }), debounceMs)
    return () => clearTimeout(timer)
  }, [text, search])
  return (
    <search className={style.filters}>
      <SearchField className={style.search!} value={text} onChange={setText} aria-label="Search courses">
        <Label className="visually-hidden">Search courses</Label>
        <Search aria-hidden size={16} />
        <Input className={field.input!} placeholder="Search names and content" />
        {text && (
          <Button className={style.clear!} aria-label="Clear search">
            <X aria-hidden size={15} />
          </Button>
        )}
      </SearchField>
      <div className={style.status}>
        <Select
          label="Status"
          isLabelHidden
          value={status}
          options={statusOptions}
          onChange={(value) => setFilters({ status: value })}
        />
      </div>
    </search>
  )
}
