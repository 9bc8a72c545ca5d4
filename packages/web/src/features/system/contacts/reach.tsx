/** A phone or mail link; plain text if masked. */
export function Reach({ scheme, text }: { scheme: 'tel' | 'mailto'; text: string | undefined }) {
  if (!text) return '—'
  if (text.includes('*')) return text
  return (
    <a
      href={`${scheme}:${text.replaceAll(' ', '')}`}
      className="inline-flex min-h-6 items-center text-brand-ink hover:underline"
    >
      {text}
    </a>
  )
}
