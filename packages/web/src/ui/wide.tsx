import './wide.css'
import type { ReactNode } from 'react'

interface WideProps {
  /** Accessible name, as of its table. */
  label: string
  className?: string
  children: ReactNode
}

/** Content that scrolls sideways where it does not fit, also by keyboard. */
export function Wide({ label, className = '', children }: WideProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className={`wide ${className}`}
    >
      {children}
    </section>
  )
}
