/** More of them stand behind a button, so that the rows are not pushed out of sight. */
const SHOWN = 3

const Notes = ({ notes }: { notes: readonly string[] }) => (
  <ul className="list-disc pl-4">
    {notes.map((note) => (
      <li key={note} className="break-words">
        {note}
      </li>
    ))}
  </ul>
)

/** How a workbook was read: converted columns, hidden and left-out rows, columns that were not imported. */
export function ReadingNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  const further = notes.slice(SHOWN)
  return (
    <section aria-label="读取说明" className="px-4 pb-2.5 text-ink-soft text-s leading-6">
      <Notes notes={notes.slice(0, SHOWN)} />
      {further.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-brand-ink">其余 {further.length} 条</summary>
          <Notes notes={further} />
        </details>
      )}
    </section>
  )
}
