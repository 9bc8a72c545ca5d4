import type { ReportClash } from './use-stored-form.ts'

interface ClashQuestionProps {
  clash: ReportClash | undefined
  /** Caption of a field of the form, and of a field in it. */
  captionOf: (name: string, inner: string) => string
}

/** Asks whose values go on where the author and somebody else have both changed a field of a report. */
export function ClashQuestion({ clash, captionOf }: ClashQuestionProps) {
  if (!clash) return null
  const captions = new Set(
    clash.names.map((path) => {
      const [name = '', inner = ''] = path.split('.')
      return captionOf(name, inner)
    }),
  )
  return (
    <div
      role="alert"
      className="my-3 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg border border-warning-line bg-warning-soft px-4 py-2 text-s text-warning"
    >
      <span className="min-w-0 flex-1 basis-80">
        您填写期间，他人也改了这些内容，选定前不再自动保存
        <span className="block">{[...captions].join('、')}</span>
      </span>
      <span className="flex gap-4">
        <button type="button" className="font-medium underline" onClick={() => clash.choose('mine')}>
          用我填写的
        </button>
        <button type="button" className="underline" onClick={() => clash.choose('theirs')}>
          用已保存的
        </button>
      </span>
    </div>
  )
}
