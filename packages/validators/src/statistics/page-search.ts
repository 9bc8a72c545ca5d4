/**
 * What the address of a statistics page asks for. The page, and the same address with `.csv`, `.json` or `.parquet`, read
 * it by these functions, so that both show the same figures.
 */
export type PageSearch = Readonly<Record<string, unknown>>
