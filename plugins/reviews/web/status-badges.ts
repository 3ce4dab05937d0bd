/** How the back office shows the status of a review. */
export const STATUS_BADGES = {
  pending: { tone: 'warning', label: 'Pending' },
  published: { tone: 'success', label: 'Published' },
  rejected: { tone: 'danger', label: 'Rejected' },
} as const;
