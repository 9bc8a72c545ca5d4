const ALLOWED = new Set(['p', 'br', 'strong', 'em', 'ul', 'ol', 'li'])
const ANGLES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;' }

/**
 * Paragraphs, lists and emphasis without any attribute; every other tag is dropped, and a lone angle is only a sign. One
 * pass: nothing that is dropped can join what is around it into a tag.
 */
export const safeHtml = (html: string): string =>
  html.replace(
    /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>|<[^<>]*>|[<>]/gi,
    (whole, slash: string | undefined, name: string | undefined) => {
      const tag = name?.toLowerCase()
      if (tag && ALLOWED.has(tag)) return `<${slash ?? ''}${tag}>`
      return ANGLES[whole] ?? ''
    },
  )
