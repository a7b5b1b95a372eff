import style from './Checkbox.module.css'

type RadioProps = { group: string; label: string; isSelected: boolean; onSelect(): void }

/** Shows a radio button. The user can select one of the radio buttons with the same `group`. */
export const Radio = ({ group, label, isSelected, onSelect }: RadioProps) => (
  <label className={style.control}>
    <input type="radio" name={group} className="visually-hidden" checked={isSelected} onChange={onSelect} />
    <span className={`${style.box} ${style.round}`} />
    {label}
  </label>
)
