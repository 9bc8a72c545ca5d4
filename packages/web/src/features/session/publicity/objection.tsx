import { demoReview, files, type PublicDemo } from '@xinchu/sdk'
import { useState } from 'react'
import { type Connection, useConnection } from '../../../app/connection.ts'
import { Field } from '../../../ui/field.tsx'
import { Input, Select, Textarea } from '../../../ui/inputs.tsx'
import { buttonClass, PlainButton } from '../../../ui/plain-button.tsx'

const MOST_FILES = 9
const ACCEPTED = '.pdf,.doc,.docx,.jpg,.jpeg,.png,.zip'

interface Entries {
  project: string
  objector: string
  contact: string
  text: string
}

const EMPTY: Entries = { project: '', objector: '', contact: '', text: '' }

/** Returns the error of each wrong entry. */
function faultsOf({ project, objector, contact, text }: Entries): Partial<Record<keyof Entries, string>> {
  return {
    ...(project ? {} : { project: '请选择项目' }),
    ...(objector.trim().length >= 2 ? {} : { objector: '请填写真实姓名或单位名称' }),
    ...(contact.trim().length >= 5 ? {} : { contact: '请填写可以联系到您的电话或邮箱' }),
    ...(text.trim().length >= 10 ? {} : { text: '请写明事实与理由，不少于 10 字' }),
  }
}

/** Uploads the evidence one file at a time, then sends the objection. */
async function send(
  connection: Connection,
  { project, objector, contact, text }: Entries,
  evidence: readonly File[],
) {
  const evidenceIds: number[] = []
  for (const file of evidence)
    evidenceIds.push((await files(connection).upload({ file, bizType: 'OBJECTION' })).id)
  await demoReview(connection).submitObjection({
    projectId: Number(project),
    objector: objector.trim(),
    objectorContact: contact.trim(),
    text: text.trim(),
    ...(evidenceIds.length > 0 ? { evidenceIds } : {}),
  })
}

function Evidence({
  chosen,
  onChoose,
}: {
  chosen: readonly File[]
  onChoose: (files: readonly File[]) => void
}) {
  return (
    <Field label="证明材料" hint={`PDF、Word、图片或压缩包，至多 ${MOST_FILES} 个`} wide>
      {(control) => (
        <>
          <input
            {...control}
            type="file"
            multiple
            accept={ACCEPTED}
            onChange={(event) => onChoose([...(event.target.files ?? [])].slice(0, MOST_FILES))}
            className="block w-full text-s file:mr-3 file:h-control file:rounded-md file:border file:border-line-strong file:border-solid file:bg-surface file:px-3.5"
          />
          {chosen.length > 1 && <span className="text-ink-soft text-s">已选 {chosen.length} 个文件</span>}
        </>
      )}
    </Field>
  )
}

function Form({ projects, onDone }: { projects: readonly PublicDemo[]; onDone: () => void }) {
  const connection = useConnection()
  const [entries, setEntries] = useState(EMPTY)
  const [evidence, setEvidence] = useState<readonly File[]>([])
  const [isTried, setTried] = useState(false)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const faults = faultsOf(entries)
  const set = (name: keyof Entries) => (value: string) =>
    setEntries((before) => ({ ...before, [name]: value }))
  const fault = (name: keyof Entries) => (isTried ? faults[name] : undefined)
  const submit = async () => {
    setTried(true)
    if (Object.keys(faults).length > 0) return
    setSending(true)
    setRefusal(undefined)
    await send(connection, entries, evidence).then(onDone, (error: unknown) =>
      setRefusal(error instanceof Error ? error.message : '提交失败，请稍后重试'),
    )
    setSending(false)
  }
  return (
    <form
      noValidate
      className="grid gap-x-4 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Field label="公示项目" required wide error={fault('project')}>
        {(control) => (
          <Select
            {...control}
            value={entries.project}
            onValue={set('project')}
            options={projects.map(({ id, demoCode, projectName }) => ({
              value: String(id),
              label: `${demoCode} ${projectName}`,
            }))}
          />
        )}
      </Field>
      <Field label="异议人" required hint="个人写真实姓名，单位写全称" error={fault('objector')}>
        {(control) => (
          <Input {...control} maxLength={50} value={entries.objector} onValue={set('objector')} />
        )}
      </Field>
      <Field label="联系方式" required hint="只供核实，不公开、不转申报单位" error={fault('contact')}>
        {(control) => <Input {...control} maxLength={100} value={entries.contact} onValue={set('contact')} />}
      </Field>
      <Field label="事实与理由" required wide error={fault('text')}>
        {(control) => (
          <Textarea {...control} rows={4} maxLength={2000} value={entries.text} onValue={set('text')} />
        )}
      </Field>
      <Evidence chosen={evidence} onChoose={setEvidence} />
      <p className="col-span-full flex flex-wrap items-center gap-3">
        <PlainButton look="primary" type="submit" busy={isSending}>
          提交异议
        </PlainButton>
        {refusal && (
          <span role="alert" className="text-danger text-s">
            {refusal}
          </span>
        )}
      </p>
    </form>
  )
}

/** A form for objections during the publicity period. Objectors give their names, so they must log in. */
export function Objection({
  projects,
  isLoggedIn,
}: {
  projects: readonly PublicDemo[]
  isLoggedIn: boolean
}) {
  const [isSent, setSent] = useState(false)
  return (
    <section aria-label="提出异议" className="card px-4 py-4">
      <h2 className="mb-1 font-medium text-base">提出异议</h2>
      <p className="mb-3 text-ink-soft text-s">
        须实名并写明事实与理由。异议由平台运营单位转推荐单位核实，由国家能源主管部门答复；异议人信息不向申报单位和推荐单位提供。
      </p>
      {isSent ? (
        <p role="status" className="rounded-md bg-success-soft px-3 py-2 text-success">
          异议已登记，将转推荐单位核实。
          <button type="button" className="ml-2 underline" onClick={() => setSent(false)}>
            再提一件
          </button>
        </p>
      ) : isLoggedIn ? (
        <Form projects={projects} onDone={() => setSent(true)} />
      ) : (
        <a href="/login" className={buttonClass()}>
          登录后提出异议
        </a>
      )}
    </section>
  )
}
