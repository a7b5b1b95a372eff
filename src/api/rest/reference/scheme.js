const device = matchMedia('(prefers-color-scheme: dark)')

/** Applies the colour scheme that the user chose in the dashboard, or else the scheme of the device. */
function showScheme() {
  const chosen = localStorage.getItem('scheme')
  const dark = chosen ? chosen === 'dark' : device.matches
  document.documentElement.classList.toggle('dark-mode', dark)
}
device.addEventListener('change', showScheme)
window.addEventListener('storage', showScheme)
showScheme()
