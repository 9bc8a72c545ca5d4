const ALLOWED = new Set(['p', 'br', 'strong', 'em', 'ul', 'ol', 'li'])
const ANGLES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;' }

/**
 * Keeps paragraphs, lists and emphasis without attributes. Drops every other tag and escapes stray angle brackets. A
 * single pass, so dropped text cannot join its surroundings into a tag.
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
