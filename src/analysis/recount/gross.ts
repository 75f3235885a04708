// Recomputes a gross amount: from a pay stub, from a flat percentage, with the tax tables, or as equal to the net
// amount.
import { federalWithholding } from '#analysis/withholding/federal.ts';
import { ficaOf } from '#analysis/withholding/fica.ts';
import { divideRounded, timesRate } from '#base/money.ts';
import type { ExplainedFigure } from '#domain/reports/income-explanations.ts';
import { centsIn, numberIn, textIn, Unexplained } from './evidence.ts';

/** `net` is the net amount that the gross amount is derived from. */
export function grossOf(net: bigint, { rule, inputs }: ExplainedFigure): bigint {
  switch (rule) {
    case 'gross.equals-net':
      return net;
    case 'gross.flat-withholding':
      return divideRounded(net * 100n, 100n - BigInt(numberIn(inputs, 'withheld_percent')));
    case 'gross.pay-stub':
    case 'gross.pay-stub-of-employer':
      return divideRounded(net * centsIn(inputs, 'stub_gross'), centsIn(inputs, 'stub_net'));
    case 'gross.withholding-tables':
      return byTables(net, inputs);
    default:
      throw new Unexplained(`no such rule: ${rule}`);
  }
}

type Inputs = ExplainedFigure['inputs'];

/**
 * The pay check's gross amount must be the smallest amount that, after the taxes in the tax tables, leaves at least the
 * pay check's net amount.
 */
function byTables(net: bigint, inputs: Inputs): bigint {
  const [check_gross, check_net] = [centsIn(inputs, 'pay_check_gross'), centsIn(inputs, 'pay_check_net')];
  if (check_net <= 0n) return net;
  if (leftOf(check_gross, inputs) < check_net || leftOf(check_gross - 1n, inputs) >= check_net) {
    throw new Unexplained('the tax tables do not give this net amount for this gross amount');
  }
  return divideRounded(net * check_gross, check_net);
}

function leftOf(gross: bigint, inputs: Inputs): bigint {
  const [year, periods_per_year] = [numberIn(inputs, 'year'), numberIn(inputs, 'periods_per_year')];
  const filing_status = textIn(inputs, 'filing_status');
  if (filing_status !== 'single' && filing_status !== 'married' && filing_status !== 'head') {
    throw new Unexplained(`no such filing status: ${filing_status}`);
  }
  const wages = gross - timesRate(gross, BigInt(numberIn(inputs, 'pre_tax_ppm')));
  const federal = federalWithholding({ year, filing_status, periods_per_year, wages });
  const periods = BigInt(periods_per_year);
  const of_year = ficaOf({ year, wages: gross * periods, wages_before: 0n });
  const fica = divideRounded(of_year.social_security, periods) + divideRounded(of_year.medicare, periods);
  return wages - federal - fica - timesRate(wages, BigInt(numberIn(inputs, 'state_rate_ppm')));
}
