import type { ComponentProps } from 'react'
import { IconButton } from '../../button.tsx'

interface StepButtonProps extends Omit<ComponentProps<typeof IconButton>, 'disabled' | 'onClick'> {
  /** Whether there is no further step. The button keeps the focus, which a disabled one would lose. */
  isEnd: boolean
  onStep: () => void
}

/** A button that goes one step further, until the end. */
export function StepButton({ isEnd, onStep, ...rest }: StepButtonProps) {
  return (
    <IconButton
      {...rest}
      aria-disabled={isEnd}
      className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
      onClick={() => isEnd || onStep()}
    />
  )
}
