import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import style from './RichText.module.css'

type LinkFormProps = { url: string; onApply(url: string): void; onClose(): void }

/** Shows the field for the address of a link. */
export function LinkForm({ url, onApply, onClose }: LinkFormProps) {
  const [value, setValue] = useState(url)
  return (
    <form
      className={style.link}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(value.trim())
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <TextField label="Address of the link" autoFocus value={value} onChange={setValue} placeholder="https://" />
      <Button type="submit" isSmall variant="primary">
        {url === '' ? 'Add link' : 'Change link'}
      </Button>
      {url !== '' && (
        <Button isSmall onPress={() => onApply('')}>
          Remove link
        </Button>
      )}
      <Button isSmall onPress={onClose}>
        Cancel
      </Button>
    </form>
  )
}
