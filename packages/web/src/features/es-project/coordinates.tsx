import { readCoordinatePair } from '@xinchu/validators/reading'
import { type ClipboardEvent, type ReactNode, useState } from 'react'
import { useForm, useFormSlice } from '../../ui/form/context.ts'
import { textAt } from '../../ui/form/values.ts'

const NAMES = ['longitude', 'latitude'] as const

type Texts = Readonly<Record<(typeof NAMES)[number], string>>

const textOf = ({ longitude, latitude }: Texts) => `${longitude},${latitude}`

interface Step {
  before: Texts
  after: Texts
}

/** Fills both fields from a text that has both coordinates, as one step of the form. */
function usePastedPair() {
  const form = useForm()
  const { store } = form
  const [step, setStep] = useState<Step>()
  const current = useFormSlice(({ values }) => NAMES.map((name) => textAt(values, name)).join())
  const paste = (event: ClipboardEvent) => {
    const pair = readCoordinatePair(event.clipboardData.getData('text/plain'))
    if (!pair) return
    event.preventDefault()
    // The field's own paste would insert the text.
    event.stopPropagation()
    const { values } = store.state()
    const before = { longitude: textAt(values, 'longitude'), latitude: textAt(values, 'latitude') }
    const after = { longitude: String(pair.longitude), latitude: String(pair.latitude) }
    store.set(after)
    for (const name of NAMES) store.touch(name)
    setStep({ before, after })
  }
  const undo = () => {
    if (!step) return
    store.set(step.before)
    form.focus('longitude')
  }
  const isFilled = step !== undefined && current === textOf(step.after)
  const isRestored = step !== undefined && !isFilled && current === textOf(step.before)
  return { step, isFilled, isRestored, paste, undo }
}

/** Longitude and latitude side by side. Both can be pasted at once, in either order. */
export function Coordinates({ isPaired, children }: { isPaired: boolean; children: ReactNode }) {
  const { step, isFilled, isRestored, paste, undo } = usePastedPair()
  const look = isPaired
    ? 'col-span-full grid grid-cols-2 items-start gap-x-5 lg:col-span-2 lg:grid-cols-subgrid'
    : 'contents'
  return (
    <div className={look} onPasteCapture={paste}>
      {children}
      <p role="status" className="col-span-full mb-1.5 text-ink-soft text-xs empty:sr-only">
        {isFilled && (
          <>
            已填入经度 {step?.after.longitude}°、纬度 {step?.after.latitude}°
            <button type="button" className="ml-2 text-brand-ink hover:underline" onClick={undo}>
              撤销
            </button>
          </>
        )}
        {isRestored && '已撤销，经度、纬度为粘贴前的值'}
      </p>
    </div>
  )
}
