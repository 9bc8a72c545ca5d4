import { useEffect, useRef, useState } from 'react'
import { type RecordForm, useFormSlice } from '../ui/form/context.ts'
import type { ReviewEntity } from './review.ts'
import { useChanged } from './watched.ts'

interface FormSteps {
  entity: ReviewEntity
  /** The record of the form; undefined before it is stored. */
  id: number | undefined
  form: RecordForm
  /** The record was read in a later version than the one that the form goes on from. */
  isLater: boolean
  /** A write of this page is under way, or waits for its confirmation. */
  isBusy: boolean
  /** Goes on from the later version. Called while no write is under way. */
  onLater: (isTyped: boolean) => void
}

const NONE = 0

/**
 * Lets the form of a record learn of the steps of others.
 * @returns whether input that was typed before the last such step is still unsaved
 */
export function useFormSteps({ entity, id, form, isLater, isBusy, onLater }: FormSteps): boolean {
  const { isChanged } = useChanged(entity, id ?? NONE)
  const isTyped = useFormSlice(({ isDirty }) => isDirty, form.api)
  const [isHeld, setHeld] = useState(false)
  const isBehind = isChanged && isLater && !isBusy
  if (isHeld ? !isTyped : isBehind && isTyped) setHeld(!isHeld)
  const latest = useRef({ isTyped, onLater })
  useEffect(() => {
    latest.current = { isTyped, onLater }
  })
  useEffect(() => {
    if (isBehind) latest.current.onLater(latest.current.isTyped)
  }, [isBehind])
  return isHeld
}
