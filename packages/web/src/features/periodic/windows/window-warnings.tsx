import { Icon } from '../../../ui/icons.tsx'

/** Warning about a window, which can still be saved. */
export function WindowWarnings({ warnings }: { warnings: readonly string[] }) {
  return (
    <ul
      role="status"
      className="col-span-full grid gap-1 rounded-md border border-warning-line bg-warning-soft px-3 py-2 text-s text-warning"
    >
      {warnings.map((text) => (
        <li key={text} className="flex gap-1.5">
          <Icon name="alert" className="mt-0.5" />
          {text}
        </li>
      ))}
    </ul>
  )
}
