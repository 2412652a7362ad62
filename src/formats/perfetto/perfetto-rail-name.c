/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-rail-name.h"

#include "core/memory/string-pool.h"

/* Maps the recorded names of power rails to counter names. Called by perfetto-counters.c for each description of a
 * rail. Pure. */

/* Suffixes of rail names on known devices, and the names of the rails' consumers. The first matching suffix is used. */
static const struct
{
  const char *end;
  const char *name;
} rails[] = {
  { "M_VDD_CPUCL0", "cpu.little" },
  { "M_VDD_CPUCL0_M", "cpu.little.mem" },
  { "M_VDD_CPUCL1", "cpu.mid" },
  { "M_VDD_CPUCL1_M", "cpu.mid.mem" },
  { "M_VDD_CPUCL2", "cpu.big" },
  { "M_VDD_INT", "system.fabric" },
  { "M_VDD_TPU", "tpu" },
  { "VSYS_PWR_DISP", "display" },
  { "VSYS_PWR_DISPLAY", "display" },
  { "M_DISP", "ldo.main.a.display" },
  { "VSYS_PWR_MODEM", "modem" },
  { "M_VDD_MIF", "memory.interface" },
  { "VSYS_PWR_WLAN_BT", "wifi.bt" },
  { "VSYS_PWR_MMWAVE", "mmwave" },
  { "S_VDD_AOC_RET", "aoc.memory" },
  { "S_VDD_AOC", "aoc.logic" },
  { "S_VDDQ_MEM", "ddr.a" },
  { "S_VDD2L", "ddr.b" },
  { "S_VDD2L_MEM", "ddr.b" },
  { "S_VDD2H_MEM", "ddr.c" },
  { "S_VDD_G3D", "gpu" },
  { "S_VDD_G3D_L2", "gpu.l2" },
  { "S_GNSS_CORE", "gps" },
  { "VSYS_PWR_RFFE", "radio.frontend" },
  { "VSYS_PWR_CAMERA", "camera" },
  { "S_VDD_CAM", "multimedia" },
  { "S_UDFPS", "udfps" },
  { "S_PLL_MIPI_UFS", "ufs" },
  { "M_LLDO1", "ldo.main.a" },
  { "M_LLDO2", "ldo.main.b" },
  { "S_LLDO1", "ldo.sub" },
};

/**
 * tv_perfetto_dup_rail_name:
 * @content: recorded name of a power rail
 *
 * Returns: (transfer full): name of the rail's counter
 */
char *
tv_perfetto_dup_rail_name (TvSpan content)
{
  g_autofree char *name = tv_string_pool_dup_valid (content.text, content.size);

  for (gsize i = 0; i < G_N_ELEMENTS (rails); i++)
    if (g_str_has_suffix (name, rails[i].end))
      return g_strconcat ("power.rails.", rails[i].name, NULL);
  return g_strdup_printf ("power.%s_uws", name);
}
