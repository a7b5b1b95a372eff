/** The reason why the content of a file is refused, as a sentence for the author. */
export class ContentRefusal extends Error {
  override name = 'ContentRefusal'
}
