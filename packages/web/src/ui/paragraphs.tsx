import { paragraphsOf } from '../lib/rich-text.ts'

interface ParagraphsProps {
  content: string | undefined
  /** Paragraphs of an official document: indented, without space between them. */
  isIndented?: boolean
}

/** Rich text as plain paragraphs. */
export function Paragraphs({ content, isIndented = false }: ParagraphsProps) {
  return (
    <div className={isIndented ? 'indent-[2em]' : 'grid gap-2 leading-relaxed'}>
      {paragraphsOf(content ?? '').map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing but their order
        <p key={at} className="break-words">
          {line}
        </p>
      ))}
    </div>
  )
}
