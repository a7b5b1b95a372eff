// Applies the stored theme before the first paint, so that the page does not flash in the theme of the device.
const scheme = localStorage.getItem('scheme')
if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme = scheme
