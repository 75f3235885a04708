// A sample scoring report: contract, section 14.
import { ID, type Samples, TS } from './sample.ts';
import { newScoringReport, scoringReport } from './scoring.ts';

export const SCORING_SAMPLES: Samples = {
  'new scoring report (14)': { shape: newScoringReport, value: { report_id: ID }, nullable: '' },
  'scoring report (14)': {
    shape: scoringReport,
    value: {
      report_id: ID,
      guid: '24d70f6b-bd0c-4fd5-a1c2-ad0f3c1d9e77',
      refresh: false,
      lender_reference: 'loan-17',
      customer_identifier: 'customer-1',
      purpose: 'decisioning',
      status: 'success',
      cutoff_date: '2026-03-01',
      created_at: TS,
      updated_at: TS,
      alerts: [{ alert_code: 'short_history', message: 'Little is known.' }],
      scores: [{ name: 'stability', version: '1', value: 71 }],
      metrics: [{ name: 'Income', short_name: 'income_2m', time_period: '2m_l0', unit: 'usd', value: '-12.50' }],
      derived_incomes: [
        {
          description: 'FABLE FREIGHT',
          frequency: 'BW',
          formatted_frequency: 'Every two weeks',
          days: 169,
          months: 6,
          average_amount: '2314.77',
          monthly_amount: '5015.34',
        },
      ],
    },
    nullable: 'metrics.value derived_incomes.frequency',
  },
};
