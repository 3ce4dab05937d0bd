/** Components for pages of plug-ins in the back office: everything that `#plugin/admin` offers beside `#plugin/web`. */
export { BulkBar } from '#web/admin/shared/bulk-bar.tsx';
export { type Column, DataTable } from '#web/admin/shared/data-table.tsx';
export { DropZone } from '#web/admin/shared/drop-zone.tsx';
export { EditConflict } from '#web/admin/shared/edit-conflict.tsx';
export { FilterBar } from '#web/admin/shared/filter-bar.tsx';
export { FilterSelect } from '#web/admin/shared/filter-select.tsx';
export { FailedList, ListView } from '#web/admin/shared/list-view.tsx';
export { useNotice } from '#web/admin/shared/notice.tsx';
export { adminMeta, PageHeader } from '#web/admin/shared/page-header.tsx';
export { PreviewFrame } from '#web/admin/shared/preview-frame.tsx';
export { SearchField } from '#web/admin/shared/search-field.tsx';
export { PluginSectionEditor, type SectionEditorProps } from '#web/admin/shared/section-editor.tsx';
export { useConcurrentEdit } from '#web/admin/shared/use-concurrent-edit.ts';
export { useListAddress } from '#web/admin/shared/use-list-address.ts';
export { type RowChoice, useRowChoice } from '#web/admin/shared/use-row-choice.ts';
export { useUnsavedGuard } from '#web/shared/forms/unsaved-changes.tsx';
export { useRequestKey } from '#web/shared/forms/use-request-key.ts';
export { parseInertDocument } from '#web/ssr/trusted-types.ts';
