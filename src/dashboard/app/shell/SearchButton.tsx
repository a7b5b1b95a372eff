import { Search } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { getKeyNames } from '../commands/key-names.ts'
import { showOverlay } from '../commands/overlays.ts'
import style from './Shell.module.css'

/** Shows the button of the side bar that opens the palette. */
export const SearchButton = () => (
  <Button className={style.search!} onPress={() => showOverlay('palette')}>
    <Search aria-hidden size={16} />
    <span>Search</span>
    <kbd aria-hidden>{getKeyNames('Mod-k').join(' ')}</kbd>
  </Button>
)
