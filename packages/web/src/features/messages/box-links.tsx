const BOXES = [
  ['sent', '本单位发送'],
  ['country', '全国消息'],
] as const

export type Box = (typeof BOXES)[number][0]

/** Switches between what the office and what all have sent. */
export function BoxLinks({ box, onBox }: { box: Box; onBox: (box: Box) => void }) {
  return (
    <div className="flex gap-1 overflow-x-auto border-line border-b px-3 text-s">
      {BOXES.map(([key, title]) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === box}
          onClick={() => onBox(key)}
          className="whitespace-nowrap border-transparent border-b-2 px-3 py-2 text-ink-soft hover:text-ink aria-pressed:border-brand aria-pressed:font-medium aria-pressed:text-brand-ink"
        >
          {title}
        </button>
      ))}
    </div>
  )
}
