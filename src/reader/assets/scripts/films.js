// A film of another site is loaded when the learner asks for it, and not before.
function play(link) {
  const frame = document.createElement('iframe')
  frame.src = link.dataset.player
  frame.title = link.dataset.title
  frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  frame.allowFullscreen = true
  // YouTube plays no film for a page that it does not know.
  frame.referrerPolicy = 'strict-origin-when-cross-origin'
  link.replaceWith(frame)
  frame.focus()
}

document.addEventListener('click', (event) => {
  const link = event.target.closest('a[data-player]')
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  play(link)
})

// Captions of another site need `crossorigin`, which keeps a film from playing if its site does not answer with CORS. Then
// the film plays without captions.
document.addEventListener(
  'error',
  ({ target }) => {
    const film = target.closest?.('video[crossorigin], audio[crossorigin]')
    if (!film || film.networkState !== HTMLMediaElement.NETWORK_NO_SOURCE) return
    film.removeAttribute('crossorigin')
    film.load()
    film.play().catch(() => {})
  },
  true,
)
