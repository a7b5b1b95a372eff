import { SearchField } from '../../ui/SearchField.tsx'
import { Select, type SelectOption } from '../../ui/Select.tsx'
import style from './List.module.css'
import type { CourseFiltersInUrl, CourseStatusFilter } from './use-course-filters.ts'

const statusOptions: readonly SelectOption<CourseStatusFilter>[] = [
  { value: 'all', label: 'Active' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Drafts' },
  { value: 'archived', label: 'Archived' },
]

/**
 * Shows the search field and the status filter of the course list. The search starts a moment after the user stops
 * typing.
 */
export function CourseFilters({ filters: { search, status, setFilters } }: { filters: CourseFiltersInUrl }) {
  return (
    <search className={style.filters}>
      <SearchField
        label="Search courses"
        placeholder="Search names and content"
        value={search}
        onChange={(text) => setFilters({ search: text })}
      />
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
