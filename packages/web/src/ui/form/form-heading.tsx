/** Heading of a group of fields. */
export const FormHeading = ({ children }: { children: string }) => (
  <h3 className="col-span-full mt-1 mb-0.5 border-line border-b pb-1 font-medium text-s">{children}</h3>
)
