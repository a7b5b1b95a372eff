import { expect, test } from 'vitest'
import { findFilmPlayer } from '../../../src/courses/block/film-hosts.ts'

const youtube = 'https://www.youtube-nocookie.com/embed/sQK3Yr4Sc_k?autoplay=1&rel=0'
const vimeo = 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'

test.each([
  ['https://www.youtube.com/watch?v=sQK3Yr4Sc_k', youtube],
  ['https://m.youtube.com/watch?app=desktop&v=sQK3Yr4Sc_k&t=1m30s', `${youtube}&start=90`],
  ['https://youtu.be/sQK3Yr4Sc_k?t=42', `${youtube}&start=42`],
  ['https://www.youtube.com/shorts/sQK3Yr4Sc_k', youtube],
  ['https://www.youtube-nocookie.com/embed/sQK3Yr4Sc_k?start=5', `${youtube}&start=5`],
  ['https://vimeo.com/76979871', vimeo],
  ['https://vimeo.com/76979871/0123abcdef', `${vimeo}&h=0123abcdef`],
  ['https://player.vimeo.com/video/76979871?h=0123abcdef', `${vimeo}&h=0123abcdef`],
])('the film %s has the player %s', (address, player) => {
  expect(findFilmPlayer(address)?.player).toBe(player)
})

test.each([
  'https://www.youtube.com/@channel',
  'https://www.youtube.com/watch?v="><script>',
  'https://youtube.com.example.org/watch?v=sQK3Yr4Sc_k',
  'https://example.org/?u=https://youtu.be/sQK3Yr4Sc_k',
  'https://vimeo.com/about',
  'not an address',
  '',
])('%s has no player', (address) => {
  expect(findFilmPlayer(address)).toBeUndefined()
})
