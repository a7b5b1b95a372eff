const device = matchMedia('(prefers-color-scheme: dark)')

/** The colours that were chosen in the dashboard, or else the device's. */
function showScheme() {
  const chosen = localStorage.getItem('scheme')
  const dark = chosen ? chosen === 'dark' : device.matches
  document.documentElement.classList.toggle('dark-mode', dark)
}
device.addEventListener('change', showScheme)
window.addEventListener('storage', showScheme)
showScheme()
