/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib.h>
#include <string.h>

#include "core/event-tags.h"

/* Tests the names that the fields of event log records get. */

static const struct
{
  const char *tag;
  const char *text;
  const char *fields;
} cases[] = {
  { "am_kill", "[0,31007,com.example.shop,900,stop com.example.shop, now]",
    "User=0 PID=31007 Process Name=com.example.shop OomAdj=900 "
    "Reason=stop com.example.shop, now" },
  { "am_kill", "[0,31007,com.example.shop,900,empty #17,51200]",
    "User=0 PID=31007 Process Name=com.example.shop OomAdj=900 Reason=empty #17 Rss=51200" },
  { "am_kill", "[User=0,PID=31007,Process Name=a,OomAdj=900,Reason=one, two]",
    "User=0 PID=31007 Process Name=a OomAdj=900 Reason=one, two" },
  { "am_anr", "[0,14210,com.example.shop,948387396,Input dispatching timed out (a, b [c])]",
    "User=0 PID=14210 Package Name=com.example.shop Flags=948387396 "
    "Reason=Input dispatching timed out (a, b [c])" },
  { "am_crash", "[7,0,a,5,java.lang.Error,one, two, three,A.java,12]",
    "User=7 PID=0 Process Name=a Flags=5 Exception=java.lang.Error Message=one, two, three "
    "File=A.java Line=12" },
  { "am_proc_died", "[0,7,a]", "User=0 PID=7 Process Name=a" },
  { "am_proc_died", "[0,7,a,900,19]", "User=0 PID=7 Process Name=a OomAdj=900 ProcState=19" },
  { "wm_on_resume_called", "[118463,com.example/.Main,RESUME_ACTIVITY,12]",
    "Token=118463 Component Name=com.example/.Main Reason=RESUME_ACTIVITY time=12" },
  { "wm_on_resume_called", "[0,com.example/.Main,RESUME_ACTIVITY]",
    "Token=0 Component Name=com.example/.Main Reason=RESUME_ACTIVITY" },
  { "wm_create_activity", "[0,7,3,a/.B,android.intent.action.MAIN,NULL,http://a/?b=1,2,268435456]",
    "User=0 Token=7 Task ID=3 Component Name=a/.B Action=android.intent.action.MAIN "
    "MIME Type=NULL URI=http://a/?b=1,2 Flags=268435456" },
  { "boot_progress_start", "9605", "time=9605" },
  { "am_low_memory", "[12]", "Num Processes=12" },
  { "am_proc_died", "", "User=" },
  { "am_proc_died", "[]", "User=" },
  { "am_kill", "[0", "User=[0" },
  { "am_kill", " User=0 PID=7 Process Name=\"a \"b\" c\" OomAdj=-9 Reason=\"\"",
    "User=0 PID=7 Process Name=a \"b\" c OomAdj=-9 Reason=" },
  { "am_proc_start", " User=0 PID=600 Name=\"com.example.ui\" f=1.500000", "User=0 PID=600" },
  { "am_proc_died", " User=0 PID=7 Process Name=\"cut", "User=0 PID=7 Process Name=cut" },
  { "am_proc_died", " User=", "User=" },
  { "am_proc_died", " User= PID=\"", "User= PID=" },
  { "am_proc_died", " Used=1", "User= Used=1" },
};

static void
test_split (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TvEventTag *tag = tv_event_tag_find (cases[i].tag);
      TvEventField fields[TV_EVENT_MAX_FIELDS];
      g_autoptr (GString) found = g_string_new (NULL);
      guint n;

      g_assert_nonnull (tag);
      n = tv_event_tag_split (tag, cases[i].text, strlen (cases[i].text), fields);
      for (guint j = 0; j < n; j++)
        g_string_append_printf (found, "%s%.*s=%.*s", j > 0 ? " " : "", (int) fields[j].name_size,
                                fields[j].name, (int) fields[j].size,
                                cases[i].text + fields[j].start);
      g_assert_cmpstr (found->str, ==, cases[i].fields);
    }
}

/* Checks that the fields of random records are in order and do not extend past the record. */
static void
test_anything (void)
{
  static const char *const names[] = { "am_kill",           "am_crash", "am_compact",
                                       "wm_pause_activity", "cpu",      "am_low_memory" };
  static const char letters[] = "[],=0aR- \"";

  for (guint i = 0; i < 4000; i++)
    {
      char text[64];
      gsize size = (gsize) g_test_rand_int_range (0, sizeof text), last = 0;
      const TvEventTag *tag = tv_event_tag_find (names[i % G_N_ELEMENTS (names)]);
      TvEventField fields[TV_EVENT_MAX_FIELDS];
      guint n;

      for (gsize at = 0; at < size; at++)
        text[at] = letters[g_test_rand_int_range (0, sizeof letters - 1)];
      if (i % 2 == 0 && size > 6)
        memcpy (text, " User=", 6);
      n = tv_event_tag_split (tag, text, size, fields);
      g_assert_cmpuint (n, <=, TV_EVENT_MAX_FIELDS);
      for (guint j = 0; j < n; j++)
        {
          g_assert_cmpuint (fields[j].start, >=, last);
          g_assert_cmpuint (fields[j].start + fields[j].size, <=, size);
          last = fields[j].start + fields[j].size;
        }
    }
}

static void
test_names (void)
{
  g_assert_cmpstr (tv_event_tag_get_name (30008), ==, "am_anr");
  g_assert_cmpstr (tv_event_tag_get_name (30007), ==, "wm_resume_activity");
  g_assert_cmpstr (tv_event_tag_get_name (52004), ==, "binder_sample");
  g_assert_null (tv_event_tag_get_name (1));
  g_assert_null (tv_event_tag_find ("art"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/event-tags/split", test_split);
  g_test_add_func ("/event-tags/anything", test_anything);
  g_test_add_func ("/event-tags/names", test_names);
  return g_test_run ();
}
