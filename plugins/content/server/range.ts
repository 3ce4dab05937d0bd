/** The rows of a page of a list. */
export const rangeOf = ({ page, per_page }: { readonly page: number; readonly per_page: number }) => ({
  limit: per_page,
  offset: (page - 1) * per_page,
});
