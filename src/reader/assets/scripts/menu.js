// The menu of the contents closes as menus do.
const menu = document.querySelector('.menu')

const close = () => {
  menu.open = false
}

if (menu) {
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    // Escape in the field of the search empties the field.
    if (key !== 'Escape' || defaultPrevented || !menu.open) return
    close()
    menu.querySelector('summary').focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (menu.open && (!menu.contains(target) || target.closest('.contents a, .found a'))) close()
  })
}
