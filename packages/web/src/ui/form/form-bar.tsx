import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import {
  type Clash,
  type Made,
  type Offer,
  type RecordForm,
  type Restored,
  useForm,
  useFormSlice,
} from './context.ts'
import { ownerOf } from './issues.ts'
import { captionsOf, differingNames } from './values.ts'

const time = new Intl.DateTimeFormat('zh-CN', {
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

const STRIP =
  'flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-warning-line bg-warning-soft px-3 py-2 text-s text-warning'

function OfferStrip({ form, offer }: { form: RecordForm; offer: Offer }) {
  const { specs } = form.store.options
  const names = useFormSlice(({ values }) => differingNames(specs, offer.values, values).join(), form.api)
  const captions = captionsOf(specs, names.split(','))
  return (
    <div role="status" className={STRIP}>
      <span className="min-w-0 flex-1 basis-80">
        有 {time.format(offer.at)} 填写但未保存的内容
        {offer.isStale && '，此后该记录已被修改，恢复后请核对'}
        {captions.length > 0 && <span className="block">与现在不同的项：{captions.join('、')}</span>}
      </span>
      <span className="flex gap-4">
        <button type="button" className="font-medium underline" onClick={offer.take}>
          恢复
        </button>
        <button type="button" className="underline" onClick={offer.drop}>
          丢弃
        </button>
      </span>
    </div>
  )
}

/** Tells what was restored by itself, with a way back. */
function RestoredStrip({ form, restored }: { form: RecordForm; restored: Restored }) {
  const captions = captionsOf(form.store.options.specs, restored.names)
  return (
    <div role="status" className={STRIP}>
      <span className="min-w-0 flex-1 basis-80">
        已恢复 {time.format(restored.at)} 填写的 {captions.length} 项
        <span className="block">{captions.join('、')}</span>
      </span>
      <button type="button" aria-label="撤销恢复" className="font-medium underline" onClick={restored.undo}>
        撤销
      </button>
    </div>
  )
}

/** Tells which fields the author changed elsewhere too. Neither is sent over the other until one is chosen. */
function ClashStrip({ form, clash }: { form: RecordForm; clash: Clash }) {
  const captions = captionsOf(form.store.options.specs, clash.names)
  return (
    <div role="alert" className={STRIP}>
      <span className="min-w-0 flex-1 basis-80">
        您在另一窗口或设备改了其中 {clash.names.length} 项，与此处不同
        <span className="block">{captions.join('、')}</span>
      </span>
      <span className="flex gap-4">
        <button type="button" className="font-medium underline" onClick={() => clash.choose('mine')}>
          用此处的
        </button>
        <button type="button" className="underline" onClick={() => clash.choose('theirs')}>
          用另一处的
        </button>
      </span>
    </div>
  )
}

/** Tells that the record was made from the same input in another window or device, and what the next save does. */
function MadeStrip({ form, made }: { form: RecordForm; made: Made }) {
  const { specs } = form.store.options
  const names = useFormSlice(
    ({ values }) => made.values && differingNames(specs, made.values, values).join(),
    form.api,
  )
  const captions = captionsOf(specs, names?.split(',') ?? [])
  return (
    <div role="alert" className={STRIP}>
      {made.values ? (
        <span>
          这份填写已在另一窗口或设备保存。此处填写的内容都在，再次保存将以此处的更新已保存的内容
          {captions.length > 0 && <span className="block">与已保存的不同的项：{captions.join('、')}</span>}
        </span>
      ) : (
        <span>这份填写此前已保存，所建的记录已被删除。此处填写的内容都在，再次保存将另建一份</span>
      )}
    </div>
  )
}

/** Input of earlier visits: what was restored, and what can be. Stands above the fields. */
export function DraftOffer({ form }: { form: RecordForm }) {
  const { offers, restored, clash, made } = form
  if (offers.length === 0 && !restored && !clash && !made) return null
  return (
    <div className="grid gap-2">
      {made && <MadeStrip form={form} made={made} />}
      {clash && <ClashStrip form={form} clash={clash} />}
      {restored && <RestoredStrip form={form} restored={restored} />}
      {offers.map((offer) => (
        <OfferStrip key={offer.key} form={form} offer={offer} />
      ))}
    </div>
  )
}

/** Number of errors, with a link to each field. */
export function FormIssues() {
  const form = useForm()
  const issues = useFormSlice(({ issues: all }) => all)
  const captions = new Map(form.store.options.specs.map(({ name, caption }) => [name, caption]))
  const errors = issues.filter(({ level }) => level === 'error')
  if (errors.length === 0) return null
  const shown = new Map(errors.map((issue) => [ownerOf(issue.field), issue]))
  return (
    <div role="alert" className="rounded-lg border border-danger-line bg-danger-soft px-4 py-2.5 text-s">
      <p className="flex items-center gap-2 text-danger">
        <Icon name="alert" />有 {errors.length} 处需要补充或修改
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 pl-6 max-sm:hidden">
        {[...shown].map(([name, issue]) => (
          <li key={name}>
            <button
              type="button"
              className="min-h-6 text-left text-danger hover:underline"
              onClick={() => form.focus(issue.field)}
            >
              {captions.get(name) ?? name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Says what has a form's unsaved input. */
function keptWords({ keptIn, keptAt, failure }: RecordForm): string {
  const at = time.format(keptAt)
  if (keptIn === 'platform') return `未保存，${at} 已留存`
  if (keptIn !== 'device') return '有未保存的修改'
  if (failure === 'session') return `登录已过期，${at} 已存本机`
  if (failure === 'account') return `此浏览器已换账号，${at} 已存本机，不会发送`
  if (failure === 'refused') return `未能留存到平台，${at} 已存本机`
  return failure ? `${at} 已存本机，联网后留存到平台` : `${at} 已存本机`
}

interface FormBarProps {
  form: RecordForm
  children: ReactNode
}

/** Sticky bar with a form's buttons and the state of its draft. */
export function FormBar({ form, children }: FormBarProps) {
  const isDirty = useFormSlice((state) => state.isDirty, form.api)
  return (
    <div
      data-print="none"
      className="card sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 px-4 py-2.5 shadow-float"
    >
      <span role="status" className="mr-auto min-w-0 text-ink-faint text-xs">
        {isDirty && keptWords(form)}
      </span>
      {children}
    </div>
  )
}
