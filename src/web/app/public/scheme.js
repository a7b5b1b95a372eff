// Before the first paint: the colour scheme that was chosen here, so that no page flashes in the other one.
const chosen = localStorage.getItem('scheme')
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.scheme = chosen
