/** The paragraphs of a message. Its markup only parts them: nothing of it is drawn or run. */
export function paragraphsOf(content: string): string[] {
  const parted = content.replace(/<(?:br|\/p|\/div|\/li|\/h\d)[^<>]*>/gi, '\n')
  const text = new DOMParser().parseFromString(parted, 'text/html').body.textContent ?? ''
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
