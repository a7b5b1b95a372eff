import style from './Shell.module.css'

export const BrandLogo = () => (
  <span className={style.brand}>
    <img src="/icon.svg" alt="" width={28} height={28} />
    Coursewright
  </span>
)
