import type { Ref } from 'react'
import style from './Palette.module.css'
import type { PaletteItem, PaletteSection } from './palette-items.ts'

type PaletteListProps = {
  ref: Ref<HTMLDivElement>
  id: string
  sections: readonly PaletteSection[]
  active: PaletteItem | undefined
  optionId(item: PaletteItem): string
  onPoint(item: PaletteItem): void
  onChoose(item: PaletteItem): void
}

/** Lists what the palette offers. The focus stays in the field above, which handles the keys. */
export const PaletteList = ({ ref, id, sections, active, optionId, onPoint, onChoose }: PaletteListProps) => (
  <div ref={ref} id={id} role="listbox" aria-label="Results" className={style.list}>
    {sections.map(({ title, items }) => (
      // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset.
      <div key={title} role="group" aria-label={title}>
        <div className={style.title} aria-hidden>
          {title}
        </div>
        {items.map((item) => (
          // biome-ignore lint/a11y/useFocusableInteractive: `aria-activedescendant` of the field names the option.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
          <div
            key={item.id}
            id={optionId(item)}
            role="option"
            aria-selected={item.id === active?.id}
            className={style.item}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => onPoint(item)}
            onClick={() => onChoose(item)}
          >
            <item.icon aria-hidden size={16} />
            <bdi className={style.label}>{item.label}</bdi>
            {item.detail && <bdi className={style.detail}>{item.detail}</bdi>}
          </div>
        ))}
      </div>
    ))}
  </div>
)
