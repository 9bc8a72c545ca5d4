import { useQuery } from '@tanstack/react-query'
import { type Contact, systemQueries } from '../queries.ts'
import { Reach } from './reach.tsx'

/** Contacts by office, nearest level first. */
function officesOf(contacts: readonly Contact[]): [string, Contact[]][] {
  const offices = new Map<string, Contact[]>()
  const nearest = [...contacts].sort((a, b) => (b.deptId ?? 0) - (a.deptId ?? 0))
  for (const contact of nearest) {
    const name = contact.orgName ?? '—'
    offices.set(name, [...(offices.get(name) ?? []), contact])
  }
  return [...offices]
}

function Person({ contact }: { contact: Contact }) {
  const { realName, position, phone, officePhone, email } = contact
  return (
    <li className="grid gap-0.5">
      <span>
        <span className="font-medium">{realName}</span>
        {position && <span className="ml-2 text-ink-soft">{position}</span>}
      </span>
      <span className="flex flex-wrap gap-x-4 text-ink-soft">
        {officePhone && <Reach scheme="tel" text={officePhone} />}
        {phone && <Reach scheme="tel" text={phone} />}
        {email && <Reach scheme="mailto" text={email} />}
      </span>
    </li>
  )
}

/** Contacts of the offices above. Renders nothing without an office above. */
export function Superiors() {
  const { data } = useQuery(systemQueries.superiors)
  const offices = officesOf(data?.content ?? [])
  if (offices.length === 0) return null
  return (
    <section aria-labelledby="superiors" className="border-line border-b bg-sunken px-4 py-3 text-s">
      <h2 id="superiors" className="mb-2 font-medium">
        我的上级
      </h2>
      <div className="grid max-h-64 grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-3 overflow-auto">
        {offices.map(([name, people]) => (
          <div key={name} className="rounded-md border border-line bg-surface px-3 py-2">
            <h3 className="mb-1 text-ink-soft">
              {name}
              <span className="ml-2 text-ink-faint text-xs">{people[0]?.deptName}</span>
            </h3>
            <ul className="grid gap-2">
              {people.map((contact) => (
                <Person key={contact.id} contact={contact} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
