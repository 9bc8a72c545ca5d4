import { fields } from '@xinchu/sdk/fields'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Paragraphs } from '../../ui/paragraphs.tsx'
import { usePorts } from '../../ui/ports.ts'
import { RecordFields } from '../../ui/record/record-group.tsx'
import { categories } from './categories.ts'
import type { Section } from './queries.ts'

function Attachments({ section }: { section: Section }) {
  const { files } = usePorts()
  return (
    <ul className="mt-3 grid gap-1 text-s">
      {section.attachments?.map(({ id, fileName }) => (
        <li key={id}>
          <button
            type="button"
            className="text-brand-ink hover:underline"
            onClick={() => void files.download(id)}
          >
            {fileName}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** One article with what is known of it, its text and its files. */
export function SectionDetail({ section, onClose }: { section: Section; onClose: () => void }) {
  const { names } = categories[section.category]
  const specs = fields.SectionDraft.filter(({ name }) => names.includes(name))
  return (
    <Dialog
      open
      onClose={onClose}
      title={section.title}
      {...(section.summary ? { description: section.summary } : {})}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <div className="max-h-[60dvh] overflow-y-auto">
        <dl className="grid gap-y-1.5 text-s">
          <RecordFields specs={specs} record={section} />
        </dl>
        <div className="mt-4">
          <Paragraphs content={section.content} />
        </div>
        <Attachments section={section} />
      </div>
    </Dialog>
  )
}
