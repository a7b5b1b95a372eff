import { Check, ChevronsUpDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Separator } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { useApiQuery } from '../api/hooks.ts'
import { showOverlay } from '../commands/overlays.ts'
import { ViewerDocument } from '../generated/operations.ts'
import { type SignedInUser, signOut } from '../session/sign-in.ts'
import { type ColorScheme, setColorScheme, useColorScheme } from '../ui/color-scheme.ts'
import menu from '../ui/Menu.module.css'
import style from './Shell.module.css'

const schemeOptions: readonly { id: ColorScheme; label: string }[] = [
  { id: 'system', label: 'Same as device' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
]

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')

/** Shows the signed-in user, with a menu to choose the theme, to show the keys and to sign out. */
export function AccountMenu({ user }: { user: SignedInUser }) {
  const { data } = useApiQuery(ViewerDocument)
  const scheme = useColorScheme()
  return (
    <MenuTrigger>
      <Button className={style.account!}>
        <span className={style.initials} aria-hidden>
          {initialsOf(user.name)}
        </span>
        <span className={style.accountText}>
          <span>{user.name}</span>
          <span className={style.workspace}>{data?.viewer.workspace.name ?? user.email}</span>
        </span>
        <span className="visually-hidden">Account and theme</span>
        <ChevronsUpDown aria-hidden size={15} />
      </Button>
      <Popover className={menu.popover!} placement="top start">
        <Menu className={menu.list!}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[scheme]}
            onSelectionChange={(keys) => setColorScheme([...keys][0] as ColorScheme)}
          >
            <Header className={style.menuHeader}>Theme</Header>
            {schemeOptions.map(({ id, label }) => (
              <MenuItem key={id} id={id} className={menu.item!} textValue={label}>
                {({ isSelected }) => (
                  <>
                    {label}
                    {isSelected && <Check aria-hidden size={16} />}
                  </>
                )}
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className={style.separator!} />
          <MenuItem id="keys" className={menu.item!} onAction={() => showOverlay('keys')}>
            Keys
          </MenuItem>
          <MenuItem id="sign-out" className={menu.item!} onAction={() => void signOut()}>
            Sign out
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
