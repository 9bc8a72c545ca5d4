import { Fragment } from 'react'

/** Places in a name after which a line may end, such as that of 100MW/200MWh. */
const JOINTS = /(?<=[/／_·）)-])/

/** A name of at most two lines, cut at its end. On cards it is whole. */
export function NameText({ children: text }: { children: string }) {
  const parts = text.split(JOINTS)
  return (
    <span className="line-clamp-2 whitespace-normal in-[.cards]:line-clamp-none" title={text}>
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have nothing but their place
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
