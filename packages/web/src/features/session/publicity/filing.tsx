import type { PublicDemo } from '@xinchu/sdk'
import { type ReactNode, useEffect, useRef } from 'react'
import { Form } from '../../../ui/form/form.tsx'
import { InputField } from '../../../ui/form/input-field.tsx'
import { textAt } from '../../../ui/form/values.ts'
import { Checkbox } from '../../../ui/inputs.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { Evidence } from './evidence.tsx'
import { isUnit, KINDS, LAST_STEP, PHONE_STEP, STEPS } from './filing-model.ts'
import { PhoneFields } from './phone-proof.tsx'
import { TextField } from './text-field.tsx'
import { type Filed, useFiling } from './use-filing.ts'

type Filing = ReturnType<typeof useFiling>

/** Where the form is, on a phone in one line. */
function Progress({ step }: { step: number }) {
  return (
    <ol aria-label="提出异议的步骤" className="mb-4 flex flex-wrap gap-x-4 gap-y-1 text-s">
      {STEPS.map((title, at) => (
        <li
          key={title}
          aria-current={at === step ? 'step' : undefined}
          className={
            at === step ? 'font-medium text-brand-ink' : at < step ? 'text-ink-soft' : 'text-ink-faint'
          }
        >
          {at < step ? '✓' : at + 1} {title}
        </li>
      ))}
    </ol>
  )
}

interface FieldsProps {
  filing: Filing
  /** Tells the way without text messages. */
  otherwise: string
}

function Phone({ filing: { values, proof, ticket, proveAgain }, otherwise }: FieldsProps) {
  if (!ticket) return <PhoneFields proof={proof} otherwise={otherwise} />
  return (
    <p className="mb-3 flex flex-wrap items-center gap-3">
      手机号 {textAt(values, 'phone')} 已验证
      <PlainButton look="quiet" onClick={proveAgain}>
        更换
      </PlainButton>
    </p>
  )
}

function Last({ filing }: { filing: Filing }) {
  const { chosen, setChosen, pledge, setPledge, isTried, isBusy } = filing
  return (
    <div className="col-span-full">
      <Evidence chosen={chosen} onChange={setChosen} isMissed={isTried} isBusy={isBusy} />
      <Checkbox checked={pledge} disabled={isBusy} onChecked={setPledge} aria-invalid={isTried && !pledge}>
        本人承诺所述属实
      </Checkbox>
      <p role="alert" className="mt-1 min-h-4 text-danger text-xs">
        {isTried && !pledge && '请先承诺所述属实'}
      </p>
    </div>
  )
}

function Fields({ filing, otherwise, projects }: FieldsProps & { projects: readonly PublicDemo[] }) {
  const { step, values } = filing
  if (step === 0)
    return (
      <>
        <InputField
          name="projectId"
          wide
          options={projects.map(({ id, demoCode, projectName }) => ({
            value: String(id),
            label: `${demoCode} ${projectName}`,
          }))}
        />
        <TextField name="text" rows={6} hint="写明事实与理由，不少于 20 字" />
      </>
    )
  if (step === 1)
    return (
      <>
        <InputField name="kind" options={KINDS} />
        {isUnit(values) && <InputField name="unit" autoComplete="organization" />}
        {isUnit(values) && <InputField name="creditCode" autoComplete="off" />}
        <InputField name="name" label={isUnit(values) ? '联系人' : '姓名'} autoComplete="name" />
      </>
    )
  return step === PHONE_STEP ? <Phone filing={filing} otherwise={otherwise} /> : <Last filing={filing} />
}

/** Takes the focus, so that each step is announced. */
function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="mb-3 font-medium outline-none">
      {children}
    </h3>
  )
}

interface FilingFormProps extends Pick<FieldsProps, 'otherwise'> {
  projects: readonly PublicDemo[]
  onFiled: (filed: Filed, projectId: number) => void
  onClose: () => void
}

/** Files an objection in four steps. What is typed stays in the tab. */
export function FilingForm({ projects, otherwise, onFiled, onClose }: FilingFormProps) {
  const filing = useFiling((filed) => onFiled(filed, Number(textAt(filing.values, 'projectId'))))
  const { form, step, next, back, isBusy } = filing
  return (
    <Form form={form} onSubmit={() => !isBusy && next()} className="">
      <Progress step={step} />
      <StepHeading key={step}>{STEPS[step]}</StepHeading>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        <Fields filing={filing} otherwise={otherwise} projects={projects} />
      </div>
      <p className="mt-2 flex flex-wrap gap-3">
        <PlainButton disabled={isBusy} onClick={step === 0 ? onClose : back}>
          {step === 0 ? '取消' : '上一步'}
        </PlainButton>
        <PlainButton type="submit" look="primary" busy={isBusy}>
          {step === LAST_STEP ? '提交异议' : '下一步'}
        </PlainButton>
      </p>
    </Form>
  )
}
