import type { ComponentProps } from 'react'

/** Size of the clickable area around the ring in px: on the side away from the dot, and across. */
const [AWAY, ACROSS] = [14, 24]

interface BaseMarkProps extends ComponentProps<'button'> {
  /** Places of ring and dot in percent of the width. */
  at: number
  dotAt: number
  /** Place in percent of the height. */
  top?: number
}

/** Ring of the base side, which opens the base's rows. Its clickable area ends half-way to the dot of the other side. */
export function BaseMark({ at, dotAt, top = 50, ...button }: BaseMarkProps) {
  const toDot = `min(${AWAY - 2}px, ${Math.abs(dotAt - at) / 2}%)`
  const isLeft = at <= dotAt
  return (
    <button
      type="button"
      {...button}
      className="group pointer-events-auto absolute -translate-y-1/2 rounded-full"
      style={{
        top: `${top}%`,
        height: ACROSS,
        width: `calc(${AWAY}px + ${toDot})`,
        left: isLeft ? `calc(${at}% - ${AWAY}px)` : `calc(${at}% - ${toDot})`,
      }}
    >
      <span
        className="-translate-x-1/2 -translate-y-1/2 absolute top-1/2 size-2.5 rounded-full border-2 border-ink-soft bg-surface group-hover:border-ink group-hover:outline-2 group-hover:outline-ink"
        style={isLeft ? { left: AWAY } : { left: `calc(100% - ${AWAY}px)` }}
      />
    </button>
  )
}
