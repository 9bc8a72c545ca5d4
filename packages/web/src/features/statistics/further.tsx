import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'

/** A part of a page that a phone shows on demand. It is there all the time, so that files and paper have it. */
export const Further = ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) => (
  <div className={isOpen ? 'contents' : 'max-sm:hidden sm:contents'}>{children}</div>
)

/** Whether a phone shows the further parts, and the button that does. */
export function useFurther(charts: number): readonly [isOpen: boolean, button: ReactNode] {
  const [isOpen, setOpen] = useState(false)
  const button = !isOpen && (
    <Button className="sm:hidden" data-print="none" aria-expanded={false} onClick={() => setOpen(true)}>
      展开其余 {charts} 张图
    </Button>
  )
  return [isOpen, button]
}
