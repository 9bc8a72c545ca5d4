import { paragraphsOf } from '../lib/rich-text.ts'

/** Rich text as plain paragraphs. */
export function Paragraphs({ content }: { content: string | undefined }) {
  return (
    <div className="grid gap-2 leading-relaxed">
      {paragraphsOf(content ?? '').map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing but their order
        <p key={at} className="break-words">
          {line}
        </p>
      ))}
    </div>
  )
}
