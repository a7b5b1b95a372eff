import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Input, Label, SearchField } from 'react-aria-components/SearchField'
import { Choice, type Option } from '../../parts/Choice.tsx'
import field from '../../parts/Field.module.css'
import style from './List.module.css'
import type { Selection, StatusFilter } from './selection.ts'

const statuses: readonly Option<StatusFilter>[] = [
  { value: 'all', label: 'Any status' },
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Drafts' },
]
const pauseMs = 250

/** The words and the status to look for; the address follows once the typing pauses. */
export function Filters({ selection: { search, status, select } }: { selection: Selection }) {
  const [text, setText] = useState(search)
  const latest = useRef(select)
  latest.current = select
  // The address may change by itself: the back button, "Show all courses".
  useEffect(() => setText(search), [search])
  useEffect(() => {
    if (text.trim() === search) return
    const timer = setTimeout(() => latest.current({ search: text.trim() }), pauseMs)
    return () => clearTimeout(timer)
  }, [text, search])
  return (
    <search className={style.filters}>
      <SearchField className={style.search!} value={text} onChange={setText} aria-label="Search courses">
        <Label className="visually-hidden">Search courses</Label>
        <Search aria-hidden size={16} />
        <Input className={field.input!} placeholder="Search names and content" />
        {text && (
          <Button className={style.clear!} aria-label="Clear the search">
            <X aria-hidden size={15} />
          </Button>
        )}
      </SearchField>
      <div className={style.status}>
        <Choice
          label="Status"
          hideLabel
          value={status}
          options={statuses}
          onChange={(value) => select({ status: value })}
        />
      </div>
    </search>
  )
}
