import type { Generated } from 'kysely';
import type { PluginDatabase, PluginServices, PluginTransaction } from '#plugin';
import type { settings } from './settings.ts';

export interface Tables {
  'plugin_questions.question': {
    id: Generated<number>;
    product_id: number;
    user_id: number;
    text: string;
    answer: string | null;
    created_at: Date;
  };
}

export type Services = PluginServices<typeof settings.fields, Tables>;
export type Database = PluginDatabase<Tables>;
export type Transaction = PluginTransaction<Tables>;
