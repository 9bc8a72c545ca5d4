import { demoReview, isXinchuError } from '@xinchu/sdk'
import { useEffect, useState } from 'react'
import { type Connection, useConnection } from '../../../app/connection.ts'
import { tell, tellOfForm } from '../../../app/tell.ts'
import { useAction } from '../../../lib/use-action.ts'
import { useFormSlice } from '../../../ui/form/context.ts'
import { useFormCore } from '../../../ui/form/form-core.ts'
import { textAt } from '../../../ui/form/values.ts'
import { notify } from '../../../ui/notice.tsx'
import type { Chosen } from './evidence-model.ts'
import {
  filingIssues,
  forgetInput,
  keepInput,
  keptInput,
  LAST_STEP,
  namesOf,
  PHONE_STEP,
  personOf,
  specs,
  stepOf,
} from './filing-model.ts'
import { usePhoneProof } from './phone-proof.tsx'
import { isTicketRefused } from './use-ticket.ts'

export type Filed = Awaited<ReturnType<ReturnType<typeof demoReview>['fileObjection']>>

/** Sends the files that were not sent with this ticket. @returns them; the first that is refused says why */
async function sendFiles(
  connection: Connection,
  chosen: readonly Chosen[],
  ticket: string,
): Promise<{ chosen: readonly Chosen[]; isSent: boolean }> {
  const done = [...chosen]
  for (const [at, { file, sent }] of chosen.entries()) {
    if (sent?.ticket === ticket) continue
    try {
      const { id } = await demoReview(connection).uploadObjectionEvidence({ file, ticket })
      done[at] = { file, sent: { id, ticket } }
    } catch (error) {
      if (!isXinchuError(error) || isTicketRefused(error)) throw error
      done[at] = { file, refusal: error.message }
      return { chosen: done, isSent: false }
    }
  }
  return { chosen: done, isSent: true }
}

function useFilingForm() {
  const form = useFormCore({
    specs,
    initial: { kind: 'PERSON', ...keptInput() },
    check: (_draft, _stage, values) => filingIssues(values),
  })
  const values = useFormSlice((state) => state.values, form)
  useEffect(() => keepInput(values), [values])
  return { form, values }
}

/** The steps of filing an objection, from the project to the receipt. */
export function useFiling(onFiled: (filed: Filed) => void) {
  const connection = useConnection()
  const { form, values } = useFilingForm()
  const proof = usePhoneProof(form)
  const [step, setStep] = useState(0)
  const [ticket, setTicket] = useState<string>()
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [pledge, setPledge] = useState(false)
  const [isTried, setTried] = useState(false)
  const proveAgain = () => {
    setTicket(undefined)
    form.store.set({ smsCode: '' })
    setStep(PHONE_STEP)
  }
  const opening = useAction(proof.open, {
    onDone(opened) {
      setTicket(opened)
      setStep(LAST_STEP)
    },
    onFailed(error) {
      tellOfForm(error)
      form.takeError(error)
    },
  })
  const send = async () => {
    const sent = await sendFiles(connection, chosen, ticket ?? '')
    setChosen(sent.chosen)
    if (!sent.isSent) return undefined
    return demoReview(connection).fileObjection({
      ...{ ticket: ticket ?? '', pledge, person: personOf(values) },
      projectId: Number(textAt(values, 'projectId')),
      text: textAt(values, 'text').trim(),
      evidenceIds: sent.chosen.flatMap((each) => each.sent?.id ?? []),
    })
  }
  const sending = useAction(send, {
    onDone(filed) {
      if (!filed) return
      // First of all, because its code is shown only once.
      onFiled(filed)
      forgetInput()
    },
    onFailed(error) {
      if (isTicketRefused(error)) {
        notify(error.message)
        return proveAgain()
      }
      tell(error)
      const field = isXinchuError(error) ? error.errors[0]?.field : undefined
      const place = field === undefined ? undefined : stepOf(field)
      if (place !== undefined) setStep(place)
      form.takeError(error)
    },
  })
  const next = () => {
    if (step === LAST_STEP) {
      setTried(true)
      if (chosen.length > 0 && pledge) sending.run()
    } else if (step === PHONE_STEP && ticket) setStep(LAST_STEP)
    else if (!form.validate('submit', namesOf(step, values))) return
    else if (step === PHONE_STEP) opening.run()
    else setStep(step + 1)
  }
  return {
    ...{ form, values, proof, step, ticket, chosen, setChosen, pledge, setPledge, isTried, next, proveAgain },
    back: () => setStep(step - 1),
    isBusy: opening.isBusy || sending.isBusy,
  }
}
