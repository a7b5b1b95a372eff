/**
 * Returns whether the host of a page is one of those that the operator allows to be shown in a frame. `*.example.com`
 * allows all hosts below `example.com`. Only https pages are shown.
 * @param hosts lower-case hosts, such as `EMBED_HOSTS` names them
 */
export function isEmbeddable(url: string, hosts: readonly string[]): boolean {
  const parsed = URL.parse(url)
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') return false
  const { host } = parsed
  return hosts.some((allowed) =>
    allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) && host !== allowed.slice(2) : host === allowed,
  )
}
