import type { KeyboardEvent } from 'react'

/** Whether a key presses the main button of a submission: Ctrl+Enter. */
export const isSubmitKey = ({ key, ctrlKey, metaKey, repeat }: KeyboardEvent): boolean =>
  key === 'Enter' && (ctrlKey || metaKey) && !repeat
